CREATE TABLE "answer_files" (
	"tenant_id" bigint NOT NULL,
	"file_id" bigint NOT NULL,
	"attempt_id" bigint NOT NULL,
	"learner_id" bigint NOT NULL,
	"content_hash" text NOT NULL,
	"sealed" boolean NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"answers" jsonb NOT NULL,
	"original" text NOT NULL,
	CONSTRAINT "answer_files_tenant_id_file_id_pk" PRIMARY KEY("tenant_id","file_id")
);
--> statement-breakpoint
CREATE TABLE "operations" (
	"tenant_id" bigint NOT NULL,
	"learner_id" bigint NOT NULL,
	"operation_id" text NOT NULL,
	"wish" text NOT NULL,
	"answer" jsonb,
	"done_at" timestamp with time zone NOT NULL,
	CONSTRAINT "operations_tenant_id_learner_id_operation_id_pk" PRIMARY KEY("tenant_id","learner_id","operation_id")
);
--> statement-breakpoint
ALTER TABLE "study_visits" ADD COLUMN "visit_key" text;--> statement-breakpoint
CREATE UNIQUE INDEX "answer_files_once" ON "answer_files" USING btree ("tenant_id","attempt_id","content_hash");--> statement-breakpoint
CREATE INDEX "answer_files_newest_first" ON "answer_files" USING btree ("tenant_id","received_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "operations_by_age" ON "operations" USING btree ("done_at");--> statement-breakpoint
CREATE UNIQUE INDEX "study_visits_by_key" ON "study_visits" USING btree ("tenant_id","learner_id","visit_key") WHERE visit_key is not null;