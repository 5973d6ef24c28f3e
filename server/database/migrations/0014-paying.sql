-- What a company says about itself, for its invoices; there already where accounts of companies came first.
alter table companies add column if not exists contact_email text;
alter table companies add column if not exists address text;

-- What people pay for. Rights stand in users, where every rule reads them; a subscription says why they stand there.
create table subscriptions (
  id uuid primary key,
  -- Who bought it; with a company, all of its people have the plan.
  user_id uuid not null references users (id),
  company_id integer references companies (id),
  plan_name text not null,
  billing_type text not null default 'fixed' check (billing_type in ('fixed', 'payu')),
  provider text not null check (provider in ('invoice', 'stripe')),
  -- pending: bought and not paid yet; it opens nothing.
  status text not null check (status in ('pending', 'trailing', 'active', 'past_due', 'cancelled')),
  -- The price agreed on: a later change of the price list does not touch it. Smallest units of the currency.
  currency text not null,
  subtotal integer not null check (subtotal >= 0),
  tax_bp integer not null check (tax_bp >= 0),
  licenses integer not null,
  -- To whom invoices are written: name, email, company, address.
  buyer jsonb not null,
  current_period_end timestamptz,
  cancel_at_period_end boolean not null default false,
  -- What the provider calls it, and when it last told us of it: what is older changes nothing.
  provider_ref text unique,
  provider_event_at timestamptz,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
-- A person or a company has one subscription that runs and at most one that waits to be paid.
create unique index subscriptions_running on subscriptions (coalesce(company_id::text, user_id::text))
  where status in ('trailing', 'active', 'past_due');
create unique index subscriptions_pending on subscriptions (coalesce(company_id::text, user_id::text))
  where status = 'pending';
create index subscriptions_user on subscriptions (user_id);
create index subscriptions_company on subscriptions (company_id) where company_id is not null;

-- The last number given in each year. The row is locked until the invoice is committed, so numbers have no gap; a
-- sequence would leave one at every rollback.
create table invoice_numbers (
  year integer primary key,
  last integer not null
);

create table invoices (
  id uuid primary key,
  number text not null unique,
  subscription_id uuid references subscriptions (id),
  user_id uuid not null references users (id),
  company_id integer references companies (id),
  order_id uuid,
  status text not null check (status in ('draft', 'open', 'paid', 'void')),
  -- As they were when it was written; an invoice never changes afterwards.
  seller jsonb not null,
  buyer jsonb not null,
  lines jsonb not null,
  currency text not null,
  subtotal integer not null,
  tax_bp integer not null,
  tax integer not null,
  total integer not null check (total = subtotal + tax),
  period_start timestamptz,
  period_end timestamptz,
  issued_at timestamptz not null default now(),
  due_at timestamptz not null,
  paid_at timestamptz,
  void_at timestamptz,
  closed_by uuid references users (id),
  -- What the provider calls the payment.
  provider_ref text unique
);
create index invoices_subscription on invoices (subscription_id);
-- Nobody gets two invoices for one month.
create unique index invoices_period on invoices (subscription_id, period_start)
  where period_start is not null and provider_ref is null and status <> 'void';
create index invoices_user on invoices (user_id, issued_at);
create index invoices_company on invoices (company_id, issued_at) where company_id is not null;
create index invoices_issued on invoices (issued_at);

-- Writes that carried an Idempotency-Key, with their answers. No answer yet: the provider has not been heard.
create table paying_keys (
  key uuid primary key,
  actor uuid not null,
  hash bytea not null,
  reply jsonb,
  created_at timestamptz not null default now()
);
create index paying_keys_age on paying_keys (created_at);

-- Events of the payment provider that had their effect: each has it once.
create table provider_events (
  id text primary key,
  type text not null,
  created_at timestamptz not null,
  received_at timestamptz not null default now()
);
create index provider_events_age on provider_events (received_at);

-- What people wrote to us by the contact form.
create table contact_messages (
  id uuid primary key,
  name text not null,
  email text not null,
  company text,
  message text not null,
  user_id uuid references users (id) on delete set null,
  -- Hash of the network it came from.
  place bytea not null,
  created_at timestamptz not null default now()
);
create index contact_messages_place on contact_messages (place, created_at);

-- What was enclosed in a letter that was kept instead of sent: names, kinds and sizes.
alter table kept_mails add column enclosed jsonb not null default '[]';
