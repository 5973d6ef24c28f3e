-- Orders as they stand: `data` is what folding the log gives (document, versions, history), columns are read out of it.
create sequence order_numbers;

create table orders (
  id uuid primary key,
  data jsonb not null,
  number text not null generated always as (data ->> 'number') stored,
  owner_id uuid not null generated always as ((data ->> 'ownerId')::uuid) stored,
  company_id integer generated always as ((data ->> 'companyId')::integer) stored,
  status text not null generated always as (data ->> 'status') stored,
  updated_at text not null generated always as (data ->> 'updatedAt') stored
) with (fillfactor = 70);
create unique index orders_number on orders (number);
create index orders_owner on orders (owner_id);
create index orders_company on orders (company_id) where company_id is not null;
