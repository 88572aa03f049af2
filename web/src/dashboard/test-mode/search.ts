import { offset, searchSchema } from "../../format/search-params.ts";

export const emailsSearch = searchSchema({ offset });
