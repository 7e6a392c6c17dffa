CREATE TABLE "processes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"store" uuid NOT NULL,
	"role" text NOT NULL,
	"host" text NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"beat_at" timestamp with time zone DEFAULT now() NOT NULL
);
