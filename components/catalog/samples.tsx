import { csharpHttpclient } from "@scalar/snippetz/plugins/csharp/httpclient";
import { goNative } from "@scalar/snippetz/plugins/go/native";
import { javaNethttp } from "@scalar/snippetz/plugins/java/nethttp";
import { jsFetch } from "@scalar/snippetz/plugins/js/fetch";
import { phpGuzzle } from "@scalar/snippetz/plugins/php/guzzle";
import { pythonRequests } from "@scalar/snippetz/plugins/python/requests";
import { shellCurl } from "@scalar/snippetz/plugins/shell/curl";
import { useTranslations } from "next-intl";
import type { CallView } from "#lib/domain/catalog/reference/operation.ts";
import { CodeBlock } from "./code.tsx";

const languages = [
  { key: "curl", name: "curl", plugin: shellCurl },
  { key: "js", name: "JavaScript", plugin: jsFetch },
  { key: "python", name: "Python", plugin: pythonRequests },
  { key: "php", name: "PHP", plugin: phpGuzzle },
  { key: "go", name: "Go", plugin: goNative },
  { key: "csharp", name: "C#", plugin: csharpHttpclient },
  { key: "java", name: "Java", plugin: javaNethttp },
] as const;
type Language = (typeof languages)[number];

/** Corrects the plugins' mistakes, such as a missing body in Python or unescaped quotes in the headers in C#. */
export function writeSample({ method, url, headers, body }: CallView, key: Language["key"]): string {
  const { plugin } = languages.find((language) => language.key === key) ?? languages[0];
  const escapeQuotes = (value: string) => (key === "csharp" ? value.replace(/["\\]/g, "\\$&") : value);
  const sample = plugin.generate({
    method,
    url,
    headers: headers.map(({ name, value }) => ({ name, value: escapeQuotes(value) })),
    ...(body ? { postData: { mimeType: chooseMimeType(body, key), text: body.text } } : {}),
  });
  if (key === "java") return splitJavaStrings(sample);
  if (key === "curl" && method === "HEAD") return sample.replace("--request HEAD", "--head");
  if (key !== "python" || !body || isJson(body)) return sample;
  return sample.replace(/\n?\)$/, () => `,\n    data=${JSON.stringify(body.text)}.encode()\n)`);
}

type Body = NonNullable<CallView["body"]>;

const isJson = ({ mediaType }: Body) => /[/+]json\b/i.test(mediaType);

/** The C# plugin sends this type. The others send the header, and need this type only to write JSON as a value. */
function chooseMimeType(body: Body, key: Language["key"]): string {
  if (key === "csharp" || !isJson(body)) return body.mediaType;
  return key === "js" && !/^[[{]/.test(body.text) ? "text/plain" : "application/json";
}

/** Splits strings at line breaks. Adds parentheses, because a method call binds tighter than +. */
function splitJavaStrings(sample: string): string {
  return sample
    .replace(/^body\.write\((".*")\.getBytes/gm, "body.write(($1).getBytes")
    .replaceAll(/(?<!\\)((?:\\\\)*\\n)(?!")/g, '$1" +\n  "');
}

type Props = { id: string; call: CallView; label: string; isBrief: boolean };

/** Above this length, an operation's own page shows the call only in curl: assistants cut off long pages. */
const briefBodyMax = 600;

/** Without JavaScript, only curl is open. With it, lib/browser/page-script.ts shows the chosen language. */
export function CodeSamples({ id, call, label, isBrief }: Props) {
  const t = useTranslations("catalog.spec");
  const [curl, ...all] = languages;
  const others = isBrief && (call.body?.text.length ?? 0) > briefBodyMax ? [] : all;
  const renderSample = ({ key, name }: Language) => (
    <div key={key} data-sample={key}>
      <CodeBlock id={`${id}-call-${key}`} title={name} name={`${name} · ${label}`} code={writeSample(call, key)} />
    </div>
  );
  return (
    <div className="mb-4">
      <div className="mb-2 flex min-h-10 items-center justify-between gap-4">
        <b>{t("call")}</b>
        {others.length > 0 && (
          <select
            data-sample-choice
            aria-label={`${t("sampleLanguage")} · ${label}`}
            className="invisible rounded-sm border border-edge bg-surface px-2 py-1 text-sm print:hidden"
          >
            {languages.map(({ key, name }) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </select>
        )}
      </div>
      {renderSample(curl)}
      {others.length > 0 && (
        <details data-sample-others className="mt-2 print:hidden">
          <summary className="link cursor-pointer py-1 text-sm">{others.map(({ name }) => name).join(", ")}</summary>
          {others.map(renderSample)}
        </details>
      )}
    </div>
  );
}
