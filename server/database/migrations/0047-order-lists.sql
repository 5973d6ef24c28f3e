-- What the staff's list of orders shows, searches and sorts by. The document is large, so no list may read it.
alter table orders
  add column title text generated always as (data #>> '{doc,title}') stored,
  add column owner_name text generated always as (data ->> 'ownerName') stored,
  add column total bigint generated always as ((data #>> '{quote,total}')::bigint) stored,
  add column currency text generated always as (data #>> '{quote,currency}') stored,
  add column placed_at text
    generated always as (jsonb_path_query_array(data, '$.history[*] ? (@.event == "PLACE").at') ->> -1) stored,
  -- The date that the customer was told at placing. Orders that were placed before dates were kept have none.
  add column due_on text
    generated always as (jsonb_path_query_array(data, '$.history[*] ? (@.event == "PLACE").due') ->> -1) stored;
create index orders_updated on orders (updated_at);

-- What staff write about an order among themselves: notes, and who is in charge. Entries are only added. They are not in
-- the log, because devices of customers pull all events of their orders.
create table order_desk_entries (
  id uuid primary key,
  order_id uuid not null references orders (id),
  at timestamptz not null default clock_timestamp(),
  author uuid not null references users (id),
  kind text not null check (kind in ('note', 'expert')),
  -- Of kind `expert`: who is in charge from then on; null for nobody.
  expert uuid references users (id),
  text text not null
);
create index order_desk_entries_order on order_desk_entries (order_id, at);

-- Who is in charge of an order now: the newest entry of that kind.
create table order_desks (
  order_id uuid primary key references orders (id),
  expert uuid references users (id)
);
create index order_desks_expert on order_desks (expert) where expert is not null;
