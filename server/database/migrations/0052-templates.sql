-- A template is a draft that is never placed (decision 0091). Lists of orders leave it out without reading its document.
alter table orders add column is_template boolean generated always as (data #> '{doc,template}' is not null) stored;
