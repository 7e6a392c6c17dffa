CREATE TABLE "runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"company_id" uuid,
	"project_id" uuid,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"input" jsonb NOT NULL,
	"payload" jsonb,
	"state" text DEFAULT 'waiting' NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer,
	"note" text,
	"result" jsonb,
	"error" jsonb,
	"attempt" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"is_requested_again" boolean DEFAULT false NOT NULL,
	"lease_until" timestamp with time zone,
	"start_after" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"expires_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "runs_user_id_created_at_index" ON "runs" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "runs_company_id_index" ON "runs" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "runs_project_id_index" ON "runs" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "runs_expires_at_index" ON "runs" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "runs_kind_user_id_started_at_index" ON "runs" USING btree ("kind","user_id","started_at");--> statement-breakpoint
CREATE INDEX "runs_waiting" ON "runs" USING btree ("kind","user_id","start_after","created_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "runs_running" ON "runs" USING btree ("kind","user_id") WHERE state = 'running';--> statement-breakpoint
select app_secure_table('runs');
--> statement-breakpoint
-- Pages follow their user's runs.
create function app_tell_of_runs() returns trigger
language plpgsql
as $$
begin
  perform pg_notify('person_changed', json_build_object('userId', coalesce(new.user_id, old.user_id), 'what', 'runs')::text);
  return null;
end
$$;
--> statement-breakpoint
create trigger runs_tell after insert or delete on runs for each row execute function app_tell_of_runs();
--> statement-breakpoint
create trigger runs_tell_of_update after update on runs for each row
when ((new.state, new.done, new.total, new.note) is distinct from (old.state, old.done, old.total, old.note))
execute function app_tell_of_runs();
