-- Day on which the editors of a file of knowledge last checked the entry's facts against its sources.
alter table knowledge add column checked_on date;
