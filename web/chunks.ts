// The files that the pages' script is built into. By hand: the bundler's own split by "who shares what" makes two hundred
// files, and the overview would need seventy of them. A group takes what its modules import, except what a group with
// a higher priority already has. Sizes are in e2e/first-load.spec.ts.

const source = (...paths: readonly string[]): RegExp => new RegExp(`/web/src/(${paths.join("|")})`);
const components = (...names: readonly string[]): RegExp => new RegExp(`/@mantine/core/.*/(${names.join("|")})/`);
const icons = (...names: readonly string[]): RegExp => new RegExp(`/Icon(${names.join("|")})\\.mjs`);
const anyOf =
  (...tests: readonly RegExp[]) =>
  (id: string): boolean =>
    tests.some((test) => test.test(id));

/** In this order, the first that matches. */
const groups: readonly { name: string; test: (id: string) => boolean; minShareCount?: number }[] = [
  {
    // Every page: the frameworks, the routes, and what both the signed-in and the signed-out pages show.
    name: "first",
    test: anyOf(
      source(
        "main.tsx",
        "ui/(states|action-button|copy|merchant-brand).tsx",
        "ui/dialog/hold",
        "format/",
        "words/plans.ts",
      ),
      components("Input", "InputBase", "CloseButton", "ActionIcon", "Alert"),
      /@mantine\/hooks\/esm\/use-(uncontrolled|merged-ref)/,
      /@mantine\/core\/esm\/.*\/get-env/,
      /react-query\/build\/modern\/use(Base)?Query\.js/,
      icons("Clock"),
    ),
  },
  // The sentences about plans, which only few pages show.
  { name: "plan", test: anyOf(source("ui/(calculation|commission-lines|plan-terms)"), /\/sdk\/.*\/plan/) },
  // The dashboard's frame and its first page; their components serve every other page.
  { name: "home", test: anyOf(source("dashboard/(layout|overview/overview-page).tsx")) },
  // With the helper that number fields and the colour picker share: the settings would load the number fields for it.
  { name: "form", test: anyOf(source("(session|invite)/pages.ts"), /@mantine\/hooks\/esm\/utils\/clamp/) },
  { name: "select", test: anyOf(source("ui/filter/choice-filter")) },
  {
    // Dialogs, and the small parts that both the dashboard and the portal show.
    name: "dialog",
    test: anyOf(
      source("ui/(dialog/|facts)", "words/(payday|payouts)"),
      /react-router\/dist\/esm\/useLocation/,
      icons("User", "Mail", "Upload", "History"),
    ),
  },
  {
    name: "list",
    test: anyOf(
      source(
        "ui/(filter/(filter-bar|search-field|remote-filter)|table/selection|tabs|history).tsx",
        "dashboard/(conversions/conversion-list|audit/audit-link|developers/delivery-table).tsx",
        "words/providers",
      ),
      icons("Help", "InfoCircle", "Plus", "UserPlus"),
    ),
  },
  { name: "money", test: anyOf(source("money/")) },
  { name: "number", test: anyOf(/NumberInput/, components("Radio", "Switch"), source("dashboard/members/role-field")) },
  { name: "portal", test: anyOf(source("portal/(layout|overview/overview-page).tsx")) },
  { name: "security", test: anyOf(source("session/security")) },
  // The first page of an area, without what only its other pages need.
  { name: "payouts", test: anyOf(source("dashboard/payouts/payouts-page")) },
  { name: "campaigns", test: anyOf(source("dashboard/campaigns/campaigns-page")) },
  { name: "settings", test: anyOf(source("dashboard/settings/company-page")) },
  // What two pages of an area share, and the pages of other areas do not need.
  { name: "guides", test: anyOf(source("dashboard/connectors/guides")), minShareCount: 2 },
  { name: "connectors", test: anyOf(source("dashboard/connectors/", "words/connectors")), minShareCount: 2 },
  { name: "affiliates", test: anyOf(source("dashboard/affiliates/", "words/invitation-message")), minShareCount: 2 },
  {
    // What is left and needed by two areas. The calendar and the notices load when they are first used.
    name: "shared",
    test: (id) => !/@mantine\/(dates|notifications)|dayjs|date-span/.test(id),
    minShareCount: 2,
  },
];

export const chunkGroups = groups.map((group, index) => ({ ...group, priority: groups.length - index }));
