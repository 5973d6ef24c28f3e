-- From which device a command about an order came, and when the server received the call: for the record of the order.
-- The log itself has neither, because devices of others pull it. `device` is a hash that tells devices apart and no more.
create table order_commands (
  cmd_id uuid primary key,
  actor uuid not null,
  device text,
  received_at timestamptz not null
);
create index order_commands_actor on order_commands (actor);
