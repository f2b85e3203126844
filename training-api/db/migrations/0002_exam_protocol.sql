CREATE TABLE "attempt_openings" (
	"tenant_id" bigint NOT NULL,
	"learner_id" bigint NOT NULL,
	"intent_id" text NOT NULL,
	"attempt_id" bigint NOT NULL,
	"epoch" integer NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	CONSTRAINT "attempt_openings_tenant_id_learner_id_intent_id_pk" PRIMARY KEY("tenant_id","learner_id","intent_id")
);
--> statement-breakpoint
CREATE TABLE "label_sets" (
	"tenant_id" bigint NOT NULL,
	"subject_id" bigint NOT NULL,
	"set_number" integer NOT NULL,
	"value_ids" bigint[] NOT NULL,
	"question_count" integer NOT NULL,
	CONSTRAINT "label_sets_tenant_id_subject_id_set_number_pk" PRIMARY KEY("tenant_id","subject_id","set_number")
);
--> statement-breakpoint
DROP INDEX "attempts_running";--> statement-breakpoint
DROP INDEX "questions_to_draw";--> statement-breakpoint
ALTER TABLE "answer_receipts" ADD COLUMN "late" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "sealed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "outcome" jsonb;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "receipt_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "last_seq" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "screen_switches" ADD COLUMN "event_id" text NOT NULL;--> statement-breakpoint
ALTER TABLE "screen_switches" ADD COLUMN "reason" text DEFAULT 'hidden' NOT NULL;--> statement-breakpoint
ALTER TABLE "screen_switches" ADD COLUMN "counted" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "mistakes" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "practice_sessions" ADD COLUMN "source" text DEFAULT 'subject' NOT NULL;--> statement-breakpoint
ALTER TABLE "practice_sessions" ADD COLUMN "answers" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "practice_sessions" ADD COLUMN "elapsed_seconds" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "practice_sessions" ADD COLUMN "current_index" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "practice_sessions" ADD COLUMN "ended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "label_set" integer;--> statement-breakpoint
CREATE INDEX "attempt_openings_by_age" ON "attempt_openings" USING btree ("opened_at");--> statement-breakpoint
CREATE UNIQUE INDEX "screen_switches_once" ON "screen_switches" USING btree ("tenant_id","attempt_id","event_id");--> statement-breakpoint
CREATE UNIQUE INDEX "attempts_running" ON "attempts" USING btree ("tenant_id","learner_id","exam_id","place_id") WHERE status = 'running';--> statement-breakpoint
CREATE INDEX "questions_to_draw" ON "questions" USING btree ("tenant_id","subject_id","label_set","draw_key");--> statement-breakpoint
WITH carried AS (
  SELECT q.tenant_id, q.subject_id, q.question_id, coalesce(array_agg(l.value_id ORDER BY l.value_id) FILTER (WHERE l.value_id IS NOT NULL), '{}') AS value_ids
  FROM questions q LEFT JOIN question_labels l ON l.tenant_id = q.tenant_id AND l.question_id = q.question_id
  WHERE q.in_practice GROUP BY q.tenant_id, q.subject_id, q.question_id),
numbered AS (SELECT *, dense_rank() OVER (PARTITION BY tenant_id, subject_id ORDER BY value_ids)::int AS set_number FROM carried)
UPDATE questions q SET label_set = n.set_number FROM numbered n WHERE q.tenant_id = n.tenant_id AND q.question_id = n.question_id;--> statement-breakpoint
INSERT INTO label_sets (tenant_id, subject_id, set_number, value_ids, question_count)
SELECT tenant_id, subject_id, label_set, min(value_ids), count(*)::int FROM (
  SELECT q.tenant_id, q.subject_id, q.label_set, q.question_id, coalesce(array_agg(l.value_id ORDER BY l.value_id) FILTER (WHERE l.value_id IS NOT NULL), '{}') AS value_ids
  FROM questions q LEFT JOIN question_labels l ON l.tenant_id = q.tenant_id AND l.question_id = q.question_id
  WHERE q.in_practice GROUP BY q.tenant_id, q.subject_id, q.label_set, q.question_id) AS carried
GROUP BY tenant_id, subject_id, label_set;
