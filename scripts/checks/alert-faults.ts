// Real faults of the app and of what it stands on, each with the alerts that it is to raise.
import type { AlertStage } from "./alert-stage.ts";

export type Fault = {
  title: string;
  alerts: string[];
  /** @returns what mends it */
  provoke: (stage: AlertStage) => Promise<() => Promise<unknown>>;
};

/** More than may be under way at once (lib/server/db.ts) and the alert's 50. */
const callersOfCrowd = 330;
const [stoppedMilliseconds, runningMilliseconds] = [450, 50];

export const faults: Fault[] = [
  {
    title: "no worker has run, and mails are 20 minutes old",
    alerts: ["EncajeMailsWait", "EncajeMailWorkerMissing"],
    provoke: async (stage) => {
      await stage.query("UPDATE submissions SET created_at = created_at - interval '20 minutes'");
      return () => stage.startWorker();
    },
  },
  {
    title: "the mail server refuses an operator's address for good",
    alerts: ["EncajeMailsDead"],
    provoke: async (stage) => {
      await stage.query(`INSERT INTO operators (id, name, email, created_at, updated_at)
        VALUES ('gone', 'Gone', 'refused.operator@encaje.example', now(), now())`);
      await stage.submit();
      return async () => {
        await stage.query("DELETE FROM operators");
        await stage.query("DELETE FROM pgboss.job WHERE state = 'failed'");
      };
    },
  },
  {
    title: "the promised time of a reply is over",
    alerts: ["EncajeRepliesLate"],
    provoke: async (stage) => {
      const first = "id = (SELECT min(id) FROM submissions) AND kind = 'inquiry'";
      await stage.query(`UPDATE submissions SET reply_due_at = now() - interval '1 hour' WHERE ${first}`);
      return () => stage.query(`UPDATE submissions SET reply_due_at = now() + interval '1 day' WHERE ${first}`);
    },
  },
  {
    title: "the last backup is three days old",
    alerts: ["EncajeBackupOld"],
    provoke: async (stage) => {
      const record = "INSERT INTO audit_entries (at, actor, action) VALUES";
      await stage.query(`${record} (now() - interval '3 days', 'console', 'data_backed_up')`);
      return () => stage.query(`${record} (now(), 'console', 'data_backed_up')`);
    },
  },
  {
    title: "Redis is killed",
    alerts: ["EncajeLimiterFallback"],
    provoke: async (stage) => {
      await stage.redis.stop();
      return () => stage.startRedis();
    },
  },
  {
    title: `each statement that stores submissions takes 1.2 s, and ${callersOfCrowd} callers come at once`,
    alerts: ["EncajeDatabaseBusy", "EncajeSlow"],
    provoke: async (stage) => {
      await stage.query(
        `CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(1.2); RETURN NULL; END';
         CREATE TRIGGER dawdle BEFORE INSERT ON submissions FOR EACH STATEMENT EXECUTE FUNCTION dawdle()`,
      );
      let isOver = false;
      const crowd = Array.from({ length: callersOfCrowd }, async () => {
        while (!isOver) await stage.submit();
      });
      return async () => {
        isOver = true;
        await Promise.all(crowd);
        await stage.query("DROP TRIGGER dawdle ON submissions; DROP FUNCTION dawdle()");
      };
    },
  },
  {
    title: "the database refuses every connection",
    alerts: ["EncajeDatabaseAway", "EncajeErrors", "EncajeSubmissionsFail"],
    provoke: async (stage) => {
      await stage.setAway(true);
      return () => stage.setAway(false);
    },
  },
  {
    title: "the process gets a tenth of the time",
    alerts: ["EncajeEventLoopLate"],
    provoke: async ({ app }) => {
      let timer: NodeJS.Timeout;
      const stop = () => {
        process.kill(app.pid, "SIGSTOP");
        timer = setTimeout(go, stoppedMilliseconds);
      };
      const go = () => {
        process.kill(app.pid, "SIGCONT");
        timer = setTimeout(stop, runningMilliseconds);
      };
      stop();
      return async () => {
        clearTimeout(timer);
        process.kill(app.pid, "SIGCONT");
      };
    },
  },
  {
    title: "the instance is killed",
    alerts: ["EncajeDown"],
    provoke: async (stage) => {
      await stage.app.stop("SIGKILL");
      return () => stage.startApp();
    },
  },
];
