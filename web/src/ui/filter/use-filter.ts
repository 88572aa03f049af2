import { useNavigate, useSearch, type RegisteredRouter, type RouteById, type RouteIds } from "@tanstack/react-router";
import { given } from "../../format/without-undefined.ts";

/** Changes to a filter; undefined removes a value. */
export type Changes<Filter> = { [Key in keyof Filter]?: Filter[Key] | undefined };

type Routes = RouteIds<RegisteredRouter["routeTree"]>;
type FilterOf<Route extends Routes> = RouteById<RegisteredRouter["routeTree"], Route>["types"]["fullSearchSchema"];

/** A change is a step that the back button undoes, unless it replaces the URL. */
export interface Step {
  readonly replace?: boolean;
}

/** Merges the changes into the filter. Returns to the first page unless they set an offset. */
export type OnFilter<Filter> = (changes: Changes<Filter>, step?: Step) => void;

interface UsedFilter<Filter> {
  readonly filter: Filter;
  readonly onFilter: OnFilter<Filter>;
}

/** The filters that people type. Typing replaces the URL. */
const TYPED: ReadonlySet<string> = new Set(["search", "external_id", "minimum"]);
const isTyped = (changes: object): boolean => Object.keys(changes).every((name) => TYPED.has(name));

/** The filter in the URL of a page. */
export function useFilter<const Route extends Routes>(from: Route): UsedFilter<FilterOf<Route>> {
  const filter = useSearch({ from });
  const navigate = useNavigate();
  return {
    filter,
    onFilter: (changes, step) =>
      void navigate({
        to: ".",
        search: (now) => given({ ...now, offset: undefined, ...changes }),
        replace: step?.replace ?? isTyped(changes),
      }),
  };
}

/** Changes that remove all filters. */
export const withoutAll = <Filter extends object>(filter: Filter): Changes<Filter> =>
  Object.fromEntries(Object.keys(filter).map((name) => [name, undefined])) as Changes<Filter>;
