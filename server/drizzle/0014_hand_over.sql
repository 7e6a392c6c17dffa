CREATE TABLE "hand_over_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"post_id" uuid NOT NULL,
	"sealed" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"opened_at" timestamp with time zone,
	"used_at" timestamp with time zone,
	"answer" text,
	CONSTRAINT "hand_over_links_post_id_unique" UNIQUE("post_id")
);
--> statement-breakpoint
ALTER TABLE "hand_over_links" ADD CONSTRAINT "hand_over_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hand_over_links" ADD CONSTRAINT "hand_over_links_post_id_scheduled_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."scheduled_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "hand_over_links_user_id_index" ON "hand_over_links" USING btree ("user_id");--> statement-breakpoint
select app_secure_table('hand_over_links');
