-- Rate cards, newest last. Rows are never changed: a changed figure is a new row, and old quotes name the version they
-- were computed with. Number 1 is the example card in the code, so an installation starts without rows.
create table rate_cards (
  -- One more than the card it replaces: of two editors who start from the same card, one meets the primary key.
  number integer primary key check (number > 1),
  version text not null unique,
  -- All figures, as in domain/order/rate-card.ts.
  card jsonb not null,
  -- Why the figures changed, for staff.
  note text not null,
  made_by uuid references users on delete set null,
  made_at timestamptz not null default now()
);
