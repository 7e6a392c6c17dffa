ALTER TABLE "user_settings" ADD COLUMN "text_size" text DEFAULT 'standard' NOT NULL;
--> statement-breakpoint
do $$
begin
  if exists (select from pg_roles where rolname = 'ninesixteen_app') then
    grant update (text_size) on user_settings to ninesixteen_app;
  end if;
end
$$;
