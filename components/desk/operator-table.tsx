import { buttonClass } from "#components/ui/button.ts";
import type { OperatorRole } from "#lib/domain/desk/operator.ts";
import { adminText, deskTime } from "#lib/i18n/admin-text.ts";

type Listed = {
  id: string;
  name: string;
  email: string;
  role: OperatorRole;
  hasSecondFactor: boolean;
  disabledAt: Date | null;
};

const t = adminText("auth");

function stateOf({ disabledAt, hasSecondFactor }: Listed): string {
  if (disabledAt) return t("operators.disabled", { time: deskTime(disabledAt) });
  return hasSecondFactor ? t("operators.active") : t("operators.waiting");
}

/** Who can sign in, as what, and the way to change it. A table where there is room for one. */
export function OperatorTable({ operators, self }: { operators: Listed[]; self: string }) {
  const columns = ["name", "email", "role", "state", "change"] as const;
  const cell = "block px-4 py-1 lg:table-cell lg:py-3 lg:align-middle";
  return (
    <div className="overflow-hidden rounded-md border border-line bg-surface">
      <table className="block w-full text-left lg:table">
        <caption className="sr-only">{t("operators.listed")}</caption>
        <thead className="sr-only lg:not-sr-only lg:table-header-group lg:border-b lg:border-line">
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col" className="px-4 py-2 text-sm font-semibold text-muted">
                {t(`operators.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block divide-y divide-line lg:table-row-group">
          {operators.map((operator) => (
            <tr key={operator.id} className="block py-2 lg:table-row">
              <th scope="row" className={`${cell} font-semibold`}>
                {operator.name} {operator.id === self && <span className="text-muted">({t("operators.you")})</span>}
              </th>
              <td className={`${cell} break-all`}>{operator.email}</td>
              <td className={cell}>{t(`operators.${operator.role}`)}</td>
              <td className={`${cell} ${operator.disabledAt ? "text-danger" : ""}`}>{stateOf(operator)}</td>
              <td className={cell}>
                <Changes operator={operator} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Changes({ operator: { id, name, role, disabledAt } }: { operator: Listed }) {
  const change = role === "admin" ? "makeMember" : "makeAdmin";
  const turn = disabledAt ? "enable" : "disable";
  return (
    <div className="flex flex-wrap gap-x-5">
      <form method="post" action="/api/admin/operators/role">
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="role" value={role === "admin" ? "member" : "admin"} />
        <button type="submit" className={buttonClass("quiet")} aria-label={t(`operators.${change}Label`, { name })}>
          {t(`operators.${change}`)}
        </button>
      </form>
      <form method="post" action="/api/admin/operators/state">
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="state" value={disabledAt ? "enabled" : "disabled"} />
        <button type="submit" className={buttonClass("quiet")} aria-label={t(`operators.${turn}Label`, { name })}>
          {t(`operators.${turn}`)}
        </button>
      </form>
    </div>
  );
}
