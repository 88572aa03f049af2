import { useQuery } from "@tanstack/react-query";
import { balancesQuery } from "../../api/balances.ts";
import { useAccount } from "./account.ts";

/** More balances than this only hide a currency that nobody has used lately: it can still be typed into the address. */
const LOOKED_AT = 100;

/** The currencies that the account's affiliates have money in, and the one that is chosen. */
export function useCurrencies(chosen?: string): readonly string[] {
  const { id: accountId } = useAccount();
  const { data } = useQuery(balancesQuery(accountId, { limit: LOOKED_AT }));
  const seen = data?.balances.map(({ currency }) => currency) ?? [];
  return [...new Set(chosen === undefined ? seen : [chosen, ...seen])].sort();
}
