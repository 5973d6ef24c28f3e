-- Prices about whose date the customer has been queued an e-mail: one row for each, so that none gets a second.
create table price_reminders (
  order_id uuid not null references orders (id),
  quote_hash text not null,
  at timestamptz not null default clock_timestamp(),
  primary key (order_id, quote_hash)
);
