import { uuidOf } from "../../domain/ids.ts";
import {
  countConversionsOfAccount,
  listConversionsOfAccount,
  type ConversionFilter,
  type ListedConversion,
} from "../../store/conversions/conversion-list.ts";
import { listing, type Listing } from "../listing.ts";

export type { ConversionFilter, ListedConversion } from "../../store/conversions/conversion-list.ts";

export const browseConversions: Listing<ConversionFilter, ListedConversion> = listing({
  read: ({ db, accountId }, filter, slice) => listConversionsOfAccount(db, accountId, { filter, slice }),
  count: ({ db, accountId }, filter) => countConversionsOfAccount(db, accountId, filter),
  position: ({ conversion }) => ({ at: conversion.createdAt, uuid: uuidOf(conversion.id) }),
});
