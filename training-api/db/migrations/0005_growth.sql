ALTER TABLE "reviews" ADD COLUMN "number" integer;--> statement-breakpoint
UPDATE "reviews" SET "number" = "n"."number" FROM (SELECT "tenant_id", "review_id", row_number() OVER (PARTITION BY "tenant_id", "content_kind", "content_id" ORDER BY "created_at", "review_id") AS "number" FROM "reviews") "n" WHERE "n"."tenant_id" = "reviews"."tenant_id" AND "n"."review_id" = "reviews"."review_id";--> statement-breakpoint
ALTER TABLE "reviews" ALTER COLUMN "number" SET NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_in_order" ON "reviews" USING btree ("tenant_id","content_kind","content_id","number");--> statement-breakpoint
DROP INDEX "reviews_newest_first";--> statement-breakpoint
INSERT INTO "learner_totals" ("tenant_id", "metric", "scope", "scope_id", "learner_id", "value", "bucket")
SELECT "tenant_id", 'examScore', 'exam', "exam_id", "learner_id", "value", least(100000, "value" / 10000000000) FROM (
  SELECT "tenant_id", "exam_id", "learner_id", max(floor("best_score" * 100 + 0.5)::bigint * 100000000 + 99999999 - least(99999999, greatest(0, coalesce("best_used_ms", 0)))) AS "value"
  FROM "exam_standings" WHERE "best_score" IS NOT NULL GROUP BY 1, 2, 3) "best";--> statement-breakpoint
INSERT INTO "rank_histogram" ("tenant_id", "metric", "scope", "scope_id", "bucket", "learners")
SELECT "tenant_id", "metric", "scope", "scope_id", "bucket", count(*) FROM "learner_totals" WHERE "metric" = 'examScore' GROUP BY 1, 2, 3, 4, 5;
