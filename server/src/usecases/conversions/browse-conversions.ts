import {
  conversionList,
  type ConversionFilter,
  type ListedConversion,
} from "../../store/conversions/conversion-list.ts";
import { listing, type Listing } from "../listing.ts";

export type { ConversionFilter, ListedConversion } from "../../store/conversions/conversion-list.ts";

export const browseConversions: Listing<ConversionFilter, ListedConversion> = listing(conversionList);
