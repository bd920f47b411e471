-- Each round changes its devices and its template: a page with room takes the new row in without touching the indexes.
ALTER TABLE "installation" SET (fillfactor = 70);
--> statement-breakpoint
ALTER TABLE "round_template" SET (fillfactor = 50);
