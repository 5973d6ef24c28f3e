-- An order is invoiced at most once at a time; a void invoice may be followed by another one.
create unique index invoices_order on invoices (order_id) where order_id is not null and status <> 'void';
