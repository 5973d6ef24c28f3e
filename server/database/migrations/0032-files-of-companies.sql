-- The company somebody was of when they brought a file: what its conversations show stays its own when they leave.
alter table files add column company_id integer;
update files f set company_id = u.company_id from users u where u.id = f.uploader and u.company_id is not null;
create index files_company on files (company_id) where company_id is not null;
