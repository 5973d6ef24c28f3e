-- An invoice without a number: it waits until the seller and its bank account are set. A number is given once, and in order.
alter table invoices alter column number drop not null;
alter table invoices add constraint invoices_draft check ((status = 'draft') = (number is null));
create index invoices_drafts on invoices (issued_at) where status = 'draft';

-- The tax number of a company, for its invoices.
alter table companies add column vat_id text;
