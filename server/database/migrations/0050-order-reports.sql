-- Test reports and files of data that staff have added to orders, published or not. Whether one is published follows from
-- the order. They are not in the log before, because devices of customers pull all events of their orders.
create table order_reports (
  id uuid primary key,
  order_id uuid not null references orders (id),
  file_id uuid not null references files (id),
  file_name text not null,
  name text not null,
  -- The id of a test in the order's document; null where the report is about all tests.
  test text,
  -- Numbers of cells as ranges, each with its first and last number.
  ranges jsonb not null,
  note text not null,
  author uuid not null references users (id),
  at timestamptz not null default clock_timestamp()
);
create index order_reports_order on order_reports (order_id, at);
create index order_reports_file on order_reports (file_id);
