-- A credit note gives back a part of a paid invoice. It is an invoice of its own kind, with numbers of its own: `open` until
-- the money is transferred, then `paid`.
alter table invoices add column kind text not null default 'invoice' check (kind in ('invoice', 'credit_note'));
-- The invoice that a credit note corrects; each is corrected once.
alter table invoices add column corrects uuid unique references invoices (id);
alter table invoices add constraint invoices_kind check ((kind = 'credit_note') = (corrects is not null));

create table credit_note_numbers (
  year integer primary key,
  last integer not null
);

drop index invoices_order;
create unique index invoices_order on invoices (order_id)
  where order_id is not null and status <> 'void' and kind = 'invoice';
