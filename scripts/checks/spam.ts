// `npm run check:spam`: Debian's SpamAssassin, by its own rules and without the network, gives each kind of mail, in both
// languages, less than one point; five would make it spam.
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { composeOverview } from "../../lib/domain/desk/compose-overview.ts";
import { makeOverviewMail } from "../../lib/domain/desk/overview-mail.fixture.ts";
import { locales } from "../../lib/domain/locale.ts";
import { composeDigest } from "../../lib/domain/mail/compose-digest.ts";
import { composeAssignment, composeClock, composeNotice } from "../../lib/domain/mail/compose-for-operators.ts";
import { composeAcknowledgement, composeReply } from "../../lib/domain/mail/compose-for-person.ts";
import { composeMention } from "../../lib/domain/mail/compose-mention.ts";
import { composeMessageNotice } from "../../lib/domain/mail/compose-message-notice.ts";
import { acknowledgement, consent, deskUrl, makeInquiry, makeLead, site } from "../../lib/domain/mail/mail.fixture.ts";
import type { MailJob, QueuedMailType } from "../../lib/domain/mail/mail.ts";
import { choicesPath, type MailContent } from "../../lib/domain/mail/mail-content.ts";
import { mailTexts } from "../../lib/domain/mail/texts.ts";
import type { PreparedMail } from "../../lib/server/mail/prepare-mail.ts";
import { makeFolder, runCheck } from "../run-check.ts";

const pointsMax = 1;
const to = "ana.ruiz@cafevolcan.example";
const now = new Date();
const words = {
  en: "Thank you for your project.\n\nWe can begin in March. Does Tuesday at ten suit you for a call?",
  es: "Gracias por su proyecto.\n\nPodemos empezar en marzo. ¿Le queda bien una llamada el martes a las diez?",
};

/** Without letters other than ASCII, which some rules take for honesty. */
const plain = { name: "Ana Ruiz" };

await runCheck(check);

async function check(): Promise<boolean> {
  const folder = await makeFolder("spam");
  Object.assign(process.env, {
    DATA_DIR: folder,
    SMTP_URL: "",
    SITE_URL: site.url,
    MAIL_FROM: "hola@encaje.example",
    CONTACT_EMAIL: "hola@encaje.example",
  });
  // They read the environment.
  const { toMessage } = await import("../../lib/server/mail/to-message.ts");
  const { openTransport } = await import("../../lib/server/mail/transport.ts");
  const transport = openTransport();
  const rows = [];
  for (const { name, mail, content } of listMails()) {
    const message = toMessage(randomUUID(), toJob(mail), prepare(mail, content), now);
    await transport.send(message);
    rows.push({ name, ...judge(path.join(folder, "mail", message.fileName)) });
  }
  console.table(Object.fromEntries(rows.map(({ name, points, rules }) => [name, { points, rules }])));
  return rows.length > 0 && rows.every(({ points }) => points < pointsMax);
}

function toJob(mail: QueuedMailType): MailJob {
  if (mail === "overview") return { mail, operator: "ana", monday: "2026-11-16" };
  return mail === "digest" ? { mail, operator: "ana" } : { mail, kind: "evaluation", id: 12 };
}

function listMails(): { name: string; mail: QueuedMailType; content: MailContent }[] {
  return locales.flatMap((language) => {
    const kinds: [name: string, mail: QueuedMailType, content: MailContent][] = [];
    for (const route of ["qualified", "review", "redirect", null] as const) {
      kinds.push([
        `acknowledgement ${route ?? "inquiry"}`,
        "acknowledgement",
        composeAcknowledgement(acknowledgement(language, route, plain)),
      ]);
      const asked = acknowledgement(language, route, { ...plain, agentName: "ChatGPT", consent });
      kinds.push([`confirm ${route ?? "inquiry"}`, "acknowledgement", composeAcknowledgement(asked)]);
    }
    const reply = { kind: "evaluation", id: 12, operatorName: "Ana Solís", text: words[language], site } as const;
    kinds.push(["reply", "reply", composeReply({ ...reply, language })]);
    const submissions = [makeLead(language, { ...plain, company: "Casa Ruiz" }), makeInquiry(language, plain)];
    const about = { language, deskUrl, site };
    for (const submission of submissions) {
      kinds.push([`notice ${submission.kind}`, "notice", composeNotice({ ...about, submission, ownerName: "Ana" })]);
      kinds.push([
        `assignment ${submission.kind}`,
        "assignment",
        composeAssignment({ ...about, submission, assigner: "Ana", rule: { name: "Spanish", isInTurn: true } }),
      ]);
      const mention = composeMention({ ...about, submission, authorName: "Ana", note: words[language] });
      kinds.push([`mention ${submission.kind}`, "mention", mention]);
      const message = { text: words[language], fileCount: 1 };
      const answer = composeMessageNotice({ ...about, submission, message, ownerName: null });
      kinds.push([`message ${submission.kind}`, "message", answer]);
      for (const mail of ["warning", "breach"] as const) {
        const content = composeClock({ ...about, mail, submission, ownerName: null, dueAt: now });
        kinds.push([`${mail} ${submission.kind}`, mail, content]);
      }
    }
    const items = submissions.map(
      (submission) => ({ ...submission, status: "new", repliedAt: null, owner: null }) as const,
    );
    kinds.push(["digest", "digest", composeDigest({ language, operatorId: "ana", items, now, site })]);
    const reasons = { en: ["No budget", "Too late"], es: ["Sin presupuesto", "Demasiado tarde"] }[language];
    kinds.push(["overview", "overview", composeOverview(makeOverviewMail(language, reasons))]);
    return kinds.map(([name, mail, content]) => ({ name: `${name}, ${language}`, mail, content }));
  });
}

function prepare(mail: QueuedMailType, content: MailContent): PreparedMail {
  const toPerson = mail === "acknowledgement" || mail === "reply";
  return {
    to: [{ operator: toPerson ? null : "ana", address: to }],
    content,
    ...(toPerson ? {} : { senderName: mailTexts[content.language].deskSender(site.name) }),
    isAutomatic: mail !== "reply",
    references: mail === "reply" ? [`<${randomUUID()}@encaje.example>`] : [],
    tokens: undefined,
    ...(mail === "digest" || mail === "overview" ? { unsubscribeUrl: site.url + choicesPath } : {}),
  };
}

/** As the recipient's server sees it: sent there by ours directly, which has rules of its own. */
function judge(file: string): { points: number; rules: string } {
  const received = `Received: from encaje.example (encaje.example [189.240.10.7])
\tby mx.cafevolcan.example (Postfix) with ESMTPS id 4Z1bcD2xyzz; ${now.toUTCString().replace("GMT", "+0000")}\n`;
  const input = received + fs.readFileSync(file, "utf8").replaceAll("\r", "");
  const judged = execFileSync("spamassassin", ["--local"], { input, encoding: "utf8" });
  // The header's lines are folded.
  const status = /^X-Spam-Status: (?:.*\n)(?:[ \t].*\n)*/m.exec(judged)?.[0].replace(/\n\s+/g, " ") ?? "";
  const points = /score=(-?[\d.]+)/.exec(status)?.[1];
  if (points === undefined) throw new Error("SpamAssassin has judged nothing: is it installed?");
  return { points: Number(points), rules: /tests=(.*?) \w+=/.exec(status)?.[1] ?? "" };
}
