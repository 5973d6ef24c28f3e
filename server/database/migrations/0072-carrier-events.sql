-- Events of carriers that had their effect: each has it once.
create table carrier_events (
  id text primary key,
  received_at timestamptz not null default now()
);
create index carrier_events_age on carrier_events (received_at);

-- The tracking number of the newest shipment, as `domain/order/shipment.ts` compares it, of orders that a carrier may speak of.
create index orders_tracking on orders (
  (upper(replace(jsonb_path_query_array(data, '$.history[*] ? (@.event == "SHIP").shipment.tracking') ->> -1, ' ', '')))
) where status in ('shipped', 'delivered');
