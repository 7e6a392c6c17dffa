CREATE TABLE "platform_answers" (
	"user_id" text NOT NULL,
	"platform" text NOT NULL,
	"question" text NOT NULL,
	"answer" jsonb NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "platform_answers_user_id_platform_question_pk" PRIMARY KEY("user_id","platform","question")
);
--> statement-breakpoint
ALTER TABLE "social_accounts" ADD COLUMN "scopes" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "social_accounts" ADD COLUMN "client_key" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "platform_answers" ADD CONSTRAINT "platform_answers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
select app_secure_table('platform_answers');
