-- The size of an order as JSON, for quotas and snapshots, which sum it without reading the documents.
alter table orders add column bytes integer not null generated always as (octet_length(data::text)) stored;
