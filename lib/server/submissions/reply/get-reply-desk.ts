import "server-only";
import { isAdmin, type Operator } from "../../../domain/access/operator.ts";
import { toDefaultSignature, toSenderName } from "../../../domain/mail/compose-for-person.ts";
import { toOneLine, toPlainName } from "../../../domain/plain-text.ts";
import { findAssistantName } from "../../../domain/submissions/core/consent.ts";
import { StoredRoute } from "../../../domain/submissions/core/schema.ts";
import { formatReference, type SubmissionRef } from "../../../domain/submissions/core/submission-ref.ts";
import { submissionTexts } from "../../../domain/submissions/core/submission-texts.ts";
import type { ReplyDesk } from "../../../domain/submissions/reply/reply.ts";
import { fillTemplate, isSuitable, type VariableValues } from "../../../domain/submissions/reply/reply-template.ts";
import { database } from "../../db.ts";
import type { PrismaClient } from "../../generated/prisma/client.ts";
import { readSite } from "../../site.ts";
import { createNoSubmissionError } from "../core/locked-row.ts";
import { getBookingUrl } from "../core/verdict.ts";
import { listDraftFiles } from "./reply-files.ts";
import { readReplyTemplates } from "./reply-templates.ts";

export async function getReplyDesk(ref: SubmissionRef, { operator }: { operator: Operator }): Promise<ReplyDesk> {
  const site = await readSite();
  const { name: company, url, contactEmail, timeZone } = site;
  return database(async (db) => {
    const person = await readPerson(db, ref);
    const own = await db.operator.findUnique({ select: { signature: true }, where: { id: operator.id } });
    const values = toValues(ref, person, operator.name, company);
    const templates = (await readReplyTemplates(db)).map(({ id, name, textEn, textEs, kind, route }) => ({
      id,
      name,
      suits: isSuitable({ kind, route }, { kind: ref.kind, route: person.route }),
      text: fillTemplate(person.language === "es" ? textEs : textEn, values),
    }));
    return {
      sender: toSenderName(operator.name, site),
      signature: own?.signature ?? toDefaultSignature(operator.name, site),
      isConsentAsked: findAssistantName(person) !== null,
      site: { name: company, url, contactEmail, timeZone },
      templates: [...templates.filter((each) => each.suits), ...templates.filter((each) => !each.suits)],
      files: await listDraftFiles(db, operator, ref),
      isEditor: isAdmin(operator),
    };
  }, "desk");
}

async function readPerson(db: PrismaClient, { kind, id }: SubmissionRef) {
  const row = await db.submission.findUnique({
    select: {
      name: true,
      email: true,
      company: true,
      role: true,
      text: true,
      language: true,
      channel: true,
      agentName: true,
      userConsent: true,
      route: true,
    },
    where: { kind_id: { kind, id } },
  });
  if (!row) throw createNoSubmissionError();
  return { ...row, route: StoredRoute.parse(row.route) };
}

type Person = Awaited<ReturnType<typeof readPerson>>;

const projectCharacters = 80;

function toValues(ref: SubmissionRef, person: Person, operatorName: string, site: string): VariableValues {
  const { name, email, company, role, text } = person;
  return {
    name: toPlainName(name) || null,
    company: company && toOneLine(company, submissionTexts.company.max),
    role: role && toOneLine(role),
    reference: formatReference(ref),
    project: toOneLine(text, projectCharacters),
    operator: toOneLine(operatorName),
    site,
    booking_link: getBookingUrl(ref, { name: toPlainName(name), email }),
  };
}
