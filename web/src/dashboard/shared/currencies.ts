import { useQuery } from "@tanstack/react-query";
import { currenciesQuery } from "../../api/balances.ts";
import { useAccount } from "./account.ts";

/** The currencies of the account's balances, and the chosen one. */
export function useCurrencies(chosen?: string): readonly string[] {
  const { id: accountId } = useAccount();
  const { data } = useQuery(currenciesQuery(accountId));
  const seen = data?.balances.map(({ currency }) => currency) ?? [];
  return [...new Set(chosen === undefined ? seen : [chosen, ...seen])].sort();
}
