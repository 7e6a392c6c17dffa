-- What was scheduled before posts had lanes is claimed by nobody without one.
insert into publish_lanes (user_id, platform, account_id)
select distinct user_id, platform, account_id from scheduled_posts
on conflict do nothing;
