import { useNavigate, useSearch, type RegisteredRouter, type RouteById, type RouteIds } from "@tanstack/react-router";
import { given } from "../../format/without-undefined.ts";

/** Changes to a filter; undefined removes a value. */
export type Changes<Filter> = { [Key in keyof Filter]?: Filter[Key] | undefined };

type Routes = RouteIds<RegisteredRouter["routeTree"]>;
type FilterOf<Route extends Routes> = RouteById<RegisteredRouter["routeTree"], Route>["types"]["fullSearchSchema"];

interface UsedFilter<Filter> {
  readonly filter: Filter;
  /** Merges the changes into the filter. Returns to the first page unless they set an offset. */
  readonly onFilter: (changes: Changes<Filter>) => void;
}

/** The filter in the URL of a page. A change replaces the URL, so the back button leaves the page. */
export function useFilter<const Route extends Routes>(from: Route): UsedFilter<FilterOf<Route>> {
  const filter = useSearch({ from });
  const navigate = useNavigate();
  return {
    filter,
    onFilter: (changes) =>
      void navigate({ to: ".", search: (now) => given({ ...now, offset: undefined, ...changes }), replace: true }),
  };
}

/** Changes that remove all filters. */
export const withoutAll = <Filter extends object>(filter: Filter): Changes<Filter> =>
  Object.fromEntries(Object.keys(filter).map((name) => [name, undefined])) as Changes<Filter>;
