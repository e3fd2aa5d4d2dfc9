import type { FormValues } from "./kept-work.ts";

type Control = HTMLInputElement | HTMLTextAreaElement;

/** Says where the fields come from, not what was typed. */
const origins = new Set(["id", "storedSlug", "published", "updatedAt", "form"]);

function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter(
    (element): element is Control =>
      (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) && element.name !== "",
  );
}

export function readFormValues(form: HTMLFormElement): FormValues {
  return Object.fromEntries(controlsOf(form).map(({ name, value }) => [name, value]));
}

/** The fields as the server had sent them. */
export function readSentValues(form: HTMLFormElement): FormValues {
  return Object.fromEntries(controlsOf(form).map(({ name, defaultValue }) => [name, defaultValue]));
}

/** Whether two forms say the same, wherever their fields come from. An empty field says nothing. */
export function saySame(one: FormValues, other: FormValues): boolean {
  const typed = (values: FormValues) =>
    JSON.stringify(
      Object.entries(values)
        .filter(([name, value]) => value !== "" && !origins.has(name))
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  return typed(one) === typed(other);
}

/** Puts `values` back, with the state of the entry that they were typed over: a save from an old one is told so. */
export function writeFormValues(form: HTMLFormElement, values: FormValues): void {
  for (const name of Object.keys(values)) {
    while (isServiceField(name) && !form.elements.namedItem(name) && addServiceGroup(form)) {}
  }
  for (const control of controlsOf(form)) {
    const isTyped = !origins.has(control.name) || control.name === "updatedAt";
    if (isTyped) control.value = values[control.name] ?? "";
  }
}

function isServiceField(name: string): boolean {
  return /^services\.\d{1,2}\.\w+$/.test(name);
}

const groupsMax = 100;

/** Adds an empty group after the last one and returns it; null where there are enough. */
export function addServiceGroup(form: HTMLFormElement): HTMLDetailsElement | null {
  const last = [...form.querySelectorAll<HTMLDetailsElement>("details[data-service]")].at(-1);
  const number = Number(last?.dataset.service) + 1;
  if (!last || !(number < groupsMax)) return null;
  const group = last.cloneNode(true) as HTMLDetailsElement;
  group.dataset.service = String(number);
  group.open = true;
  for (const error of group.querySelectorAll("p[id$='-error']")) error.remove();
  for (const element of group.querySelectorAll("[id], [for]")) {
    for (const attribute of ["id", "name", "for", "aria-describedby"]) {
      const value = element.getAttribute(attribute);
      if (value) element.setAttribute(attribute, value.replaceAll(`services.${number - 1}.`, `services.${number}.`));
    }
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
      element.defaultValue = "";
      element.value = "";
      element.removeAttribute("aria-invalid");
    }
  }
  last.after(group);
  return group;
}
