CREATE TABLE "approval_comments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"post_id" uuid NOT NULL,
	"link_id" uuid,
	"author" text NOT NULL,
	"is_owner" boolean NOT NULL,
	"slide" integer,
	"on_caption" boolean DEFAULT false NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "approval_link_posts" (
	"user_id" text NOT NULL,
	"link_id" uuid NOT NULL,
	"post_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "approval_link_posts_link_id_position_pk" PRIMARY KEY("link_id","position")
);
--> statement-breakpoint
CREATE TABLE "approval_links" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"token_hash" text NOT NULL,
	"sealed" text NOT NULL,
	"company_id" uuid,
	"title" text NOT NULL,
	"passcode_hash" text,
	"expires_at" timestamp with time zone NOT NULL,
	"opened_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "approval_links_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "post_approvals" (
	"post_id" uuid PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"state" text DEFAULT 'in-review' NOT NULL,
	"digest" text,
	"decided_by" text,
	"decided_at" timestamp with time zone,
	"withdrawn_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "requires_approval" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "approval_comments" ADD CONSTRAINT "approval_comments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_comments" ADD CONSTRAINT "approval_comments_post_id_scheduled_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."scheduled_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_comments" ADD CONSTRAINT "approval_comments_link_id_approval_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."approval_links"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_link_posts" ADD CONSTRAINT "approval_link_posts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_link_posts" ADD CONSTRAINT "approval_link_posts_link_id_approval_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."approval_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_link_posts" ADD CONSTRAINT "approval_link_posts_post_id_scheduled_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."scheduled_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_links" ADD CONSTRAINT "approval_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_links" ADD CONSTRAINT "approval_links_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_approvals" ADD CONSTRAINT "post_approvals_post_id_scheduled_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."scheduled_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_approvals" ADD CONSTRAINT "post_approvals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "approval_comments_post_id_created_at_index" ON "approval_comments" USING btree ("post_id","created_at");--> statement-breakpoint
CREATE INDEX "approval_comments_user_id_index" ON "approval_comments" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "approval_comments_link_id_index" ON "approval_comments" USING btree ("link_id");--> statement-breakpoint
CREATE INDEX "approval_link_posts_post_id_index" ON "approval_link_posts" USING btree ("post_id");--> statement-breakpoint
CREATE INDEX "approval_link_posts_user_id_index" ON "approval_link_posts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "approval_links_user_id_index" ON "approval_links" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "approval_links_company_id_index" ON "approval_links" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "post_approvals_user_id_index" ON "post_approvals" USING btree ("user_id");--> statement-breakpoint
select app_secure_table(name) from unnest(array['approval_links', 'approval_link_posts', 'post_approvals', 'approval_comments']) as name;
--> statement-breakpoint
-- What a client sees of a post, and what its platform gets. Object keys of jsonb have one order, so the same post always has the same text.
create function app_post_digest(id uuid) returns text
language sql stable
as $$
  select encode(sha256(convert_to(jsonb_build_array(p.platform, p.account_id, p.kind, p.caption, p.description, p.options, (
    select coalesce(jsonb_agg(m.sha256 order by m.position), '[]'::jsonb) from post_media m where m.post_id = p.id
  ))::text, 'UTF8')), 'hex')
  from scheduled_posts p where p.id = app_post_digest.id
$$;
--> statement-breakpoint
-- Every way to change a post ends in its row. At the end of the transaction, when its files are written too, a decision about another content is
-- taken back and the history says so. The publisher compares the digests itself and does not rely on this.
create function app_withdraw_approval() returns trigger
language plpgsql
as $$
declare
  before post_approvals;
begin
  select * into before from post_approvals where post_id = new.id and state <> 'in-review' for update;
  if not found or before.digest is not distinct from app_post_digest(new.id) then
    return null;
  end if;
  update post_approvals set state = 'in-review', withdrawn_at = case when before.state = 'approved' then now() end where post_id = new.id;
  insert into post_events (user_id, post_id, kind, text) values (new.user_id, new.id, 'approval-withdrawn',
    case when before.state = 'approved' then 'Changed after the approval by ' || before.decided_by || ', which no longer counts.'
    else 'Changed as ' || before.decided_by || ' asked: in review again.' end);
  return null;
end
$$;
--> statement-breakpoint
create constraint trigger scheduled_posts_withdraw_approval
after update of platform, account_id, kind, caption, description, options, snapshot, film on scheduled_posts
deferrable initially deferred for each row execute function app_withdraw_approval();
--> statement-breakpoint
-- Open pages follow decisions and comments; an approval may also make a post due.
create function app_tell_of_approval() returns trigger
language plpgsql
as $$
begin
  perform pg_notify('person_changed', json_build_object('userId', coalesce(new.user_id, old.user_id), 'what', 'posts')::text);
  perform pg_notify('posts_due', '');
  return null;
end
$$;
--> statement-breakpoint
create trigger post_approvals_tell after insert or update or delete on post_approvals for each row execute function app_tell_of_approval();
--> statement-breakpoint
create trigger approval_comments_tell after insert on approval_comments for each row execute function app_tell_of_approval();
--> statement-breakpoint
create trigger companies_tell_of_approval after update of requires_approval on companies for each row
when (new.requires_approval is distinct from old.requires_approval) execute function app_tell_of_approval();
