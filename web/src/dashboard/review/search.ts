import { searchSchema, text } from "../../format/search-params.ts";

/** The conversion on the right; on a phone, the list if there is none. */
export const reviewSearch = searchSchema({ id: text });
