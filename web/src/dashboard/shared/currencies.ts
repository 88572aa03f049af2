import { useQuery } from "@tanstack/react-query";
import { currenciesQuery } from "../../api/balances.ts";
import { useAccount } from "./account.ts";

/** The currencies that the account's affiliates have money in, and the one that is chosen. */
export function useCurrencies(chosen?: string): readonly string[] {
  const { id: accountId } = useAccount();
  const { data } = useQuery(currenciesQuery(accountId));
  const seen = data?.balances.map(({ currency }) => currency) ?? [];
  return [...new Set(chosen === undefined ? seen : [chosen, ...seen])].sort();
}
