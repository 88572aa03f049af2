import { searchSchema, text } from "../../format/search-params.ts";

/** The selected conversion. Without one, a phone shows the list. */
export const reviewSearch = searchSchema({ id: text });
