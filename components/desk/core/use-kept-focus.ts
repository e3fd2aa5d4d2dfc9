import { useEffect } from "react";

type Focused = {
  element: HTMLElement;
  /** From the innermost outwards. */
  parents: Element[];
  row: Element | null;
  list: Element | null;
  /** Place of the row in the list. */
  at: number;
};

/**
 * Moves the focus when its element disappears, with its row, its notice or an earlier version of its form. Browsers
 * would leave the focus on the page's body, where screen readers start again at the top.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Focused | null = null;
    const remember = ({ target }: FocusEvent) => {
      // A dialog returns the focus to the element that opened it. The inbox itself chooses the next of its rows.
      if (!(target instanceof HTMLElement) || target.closest("dialog")) return;
      if (target.closest("li:has([data-row])")) {
        last = null;
        return;
      }
      const row = target.closest("li, tr");
      const list = row?.parentElement ?? null;
      const at = row && list ? [...list.children].indexOf(row) : -1;
      last = { element: target, parents: listParents(target), row, list, at };
    };
    const forget = ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget) return;
      // Waits for the end of the change, because browsers also report this for an element that is being removed.
      queueMicrotask(() => {
        if (target instanceof HTMLElement && canHaveFocus(target)) last = null;
      });
    };
    const restore = () => {
      const target = last && document.activeElement === document.body ? findSuccessor(last) : null;
      if (!target) return;
      // Sets the attribute, without which a heading or a row cannot have the focus.
      if (target.tabIndex < 0) target.tabIndex = -1;
      target.focus({ preventScroll: true });
    };
    // Waits for the next frame, because a component may know a better place for the focus.
    const observer = new MutationObserver(() => last && window.requestAnimationFrame(restore));
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      attributeFilter: ["disabled", "hidden", "inert"],
    });
    document.addEventListener("focusin", remember);
    document.addEventListener("focusout", forget);
    return () => {
      observer.disconnect();
      document.removeEventListener("focusin", remember);
      document.removeEventListener("focusout", forget);
    };
  }, []);
}

function listParents({ parentElement }: Element): Element[] {
  return parentElement ? [parentElement, ...listParents(parentElement)] : [];
}

const isShown = (element: Element) => element.isConnected && element.checkVisibility();
const canHaveFocus = (element: Element) => isShown(element) && !element.matches(":disabled, [inert] *");
const getName = (element: Element) => element.ariaLabel ?? element.textContent;

/** Returns the element, the same one in a new version of its form, the next row, or the heading of its section. */
function findSuccessor({ element, parents, row, list, at }: Focused): HTMLElement | null {
  if (isShown(element)) return canHaveFocus(element) ? element : null;
  const same = element.id ? document.getElementById(element.id) : null;
  if (same && canHaveFocus(same)) return same;
  if (row && list && !row.isConnected && list.isConnected) {
    const next = list.children[at] ?? list.lastElementChild;
    if (next instanceof HTMLElement) return next;
  }
  const around = parents.filter(isShown);
  const named = [...(around[0]?.querySelectorAll<HTMLElement>(element.tagName) ?? [])];
  const copy = named.find((each) => getName(each) !== "" && getName(each) === getName(element) && isShown(each));
  if (copy) return copy;
  for (const each of around) {
    const heading = each.querySelector<HTMLElement>("h1, h2, h3");
    if (heading) return heading;
  }
  return null;
}
