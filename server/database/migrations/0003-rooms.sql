-- Conversations as they stand: `data` is what folding the log gives (domain/events.ts), and the columns are read out of
-- it by the database itself, so the two cannot disagree.
create table rooms (
  id uuid primary key,
  data jsonb not null,
  type smallint not null generated always as ((data ->> 'type')::smallint) stored,
  customer_id uuid not null generated always as ((data ->> 'customerId')::uuid) stored,
  order_id uuid generated always as ((data ->> 'orderId')::uuid) stored,
  result_name text generated always as (data ->> 'resultName') stored,
  status text not null generated always as (data ->> 'status') stored,
  assignee_id uuid generated always as ((data ->> 'assigneeId')::uuid) stored,
  last_at text generated always as (coalesce(data -> 'last' ->> 'at', data ->> 'createdAt')) stored,
  -- How far each side's devices have the messages: a hint for the ticks, outside the log.
  delivered_user integer not null default 0,
  delivered_support integer not null default 0
) with (fillfactor = 70);
create unique index rooms_one_open_expert on rooms (customer_id) where type = 5 and status = 'open';
create unique index rooms_one_per_order on rooms (order_id) where type = 6;
create unique index rooms_one_per_result on rooms (customer_id, result_name) where type = 7;
create index rooms_customer on rooms (customer_id);
create index rooms_open on rooms (type) where status = 'open';

create table room_members (
  room_id uuid not null,
  user_id uuid not null,
  side text not null check (side in ('user', 'support')),
  primary key (user_id, room_id)
);
create index room_members_room on room_members (room_id);

-- A room opened offline that turned out to exist already: its id stands for the other one for ever.
create table room_aliases (
  alias uuid primary key,
  room_id uuid not null
);

create table messages (
  id uuid primary key,
  room_id uuid not null,
  sseq integer not null,
  data jsonb not null
);
create unique index messages_place on messages (room_id, sseq);
