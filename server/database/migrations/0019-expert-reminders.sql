-- Of which waiting conversations somebody of the staff has had a letter: up to which place of the room, and when.
create table expert_reminders (
  user_id uuid not null references users (id) on delete cascade,
  room_id uuid not null,
  place integer not null,
  at timestamptz not null,
  primary key (user_id, room_id)
);
