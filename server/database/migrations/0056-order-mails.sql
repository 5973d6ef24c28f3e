-- Which e-mails about their orders people get; see `domain/order/step-mails.ts`.
alter table users add column order_mails text not null default 'needed' check (order_mails in ('every', 'needed', 'none'));
