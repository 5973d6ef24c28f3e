-- A changed name is written where the user replies, and where a draft is shared with them.
create index rooms_assignee on rooms (assignee_id) where assignee_id is not null;
create index orders_colleagues on orders using gin ((data -> 'colleagues') jsonb_path_ops);
