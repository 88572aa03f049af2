import { queryOptions } from "@tanstack/react-query";
import type {
  BatchResponse,
  BatchesResponse,
  BatchPreviewResponse,
  BatchPaidResponse,
  BatchesQuery,
  BatchPaidBody,
  BatchPreviewQuery,
  CreateBatchBody,
  CreatePayoutBody,
  EndPayoutBody,
  FileResponse,
  FileFormat,
  ImportResponse,
  SortedPageQuery,
  PaidBody,
  PayoutResponse,
  PayoutChangedResponse,
  PayoutLinesResponse,
  PayoutsResponse,
  PayoutsQuery,
} from "tributary-sdk/pages";
import type { payoutLineSorts } from "tributary-sdk/words";
import { accountPath, accountRead } from "./account.ts";
import { getFile, post, postCsv, type NamedFile } from "./http.ts";

export const payoutsQuery = (accountId: string, query: PayoutsQuery) =>
  accountRead<PayoutsResponse>(accountId, ["payouts"], query);
export const payoutQuery = (accountId: string, id: string) => accountRead<PayoutResponse>(accountId, ["payouts", id]);
export const payoutLinesQuery = (accountId: string, id: string, page: SortedPageQuery<typeof payoutLineSorts>) =>
  accountRead<PayoutLinesResponse>(accountId, ["payouts", id, "lines"], page);

export const createPayout = (accountId: string, body: CreatePayoutBody): Promise<PayoutChangedResponse> =>
  post(accountPath(accountId, "payouts"), body);
export const markPaid = (accountId: string, id: string, body: PaidBody): Promise<PayoutChangedResponse> =>
  post(accountPath(accountId, "payouts", id, "paid"), body);
export const markFailed = (accountId: string, id: string, body: EndPayoutBody): Promise<PayoutChangedResponse> =>
  post(accountPath(accountId, "payouts", id, "failed"), body);
export const cancelPayout = (accountId: string, id: string, body: EndPayoutBody): Promise<PayoutChangedResponse> =>
  post(accountPath(accountId, "payouts", id, "cancel"), body);

/** A large batch is created in the background, so its page polls. */
const MAKING_MS = 1500;

export const batchesQuery = (accountId: string, page: BatchesQuery) =>
  accountRead<BatchesResponse>(accountId, ["payout-batches"], page);
export const batchQuery = (accountId: string, id: string) =>
  queryOptions({
    ...accountRead<BatchResponse>(accountId, ["payout-batches", id]),
    refetchInterval: ({ state }) => (state.data?.batch.status === "making" ? MAKING_MS : false),
  });
export const batchPreviewQuery = (accountId: string, query: BatchPreviewQuery) =>
  accountRead<BatchPreviewResponse>(accountId, ["payout-batches", "preview"], query);
export const createBatch = (accountId: string, body: CreateBatchBody): Promise<BatchResponse> =>
  post(accountPath(accountId, "payout-batches"), body);
export const markBatchPaid = (accountId: string, id: string, body: BatchPaidBody): Promise<BatchPaidResponse> =>
  post(accountPath(accountId, "payout-batches", id, "paid"), body);

export const writeFile = (accountId: string, batchId: string, format: FileFormat): Promise<FileResponse> =>
  post(accountPath(accountId, "payout-batches", batchId, "files"), { format });
export interface FilePart {
  readonly batchId: string;
  readonly format: FileFormat;
  /** From 1. */
  readonly part: number;
  /** The number of already paid payouts that the person has confirmed. */
  readonly althoughPaid?: number;
  readonly datedToday?: boolean;
}
export const readFile = (
  accountId: string,
  { batchId, format, part, althoughPaid, datedToday }: FilePart,
): Promise<NamedFile> =>
  getFile(accountPath(accountId, "payout-batches", batchId, "files", format), {
    part: part === 1 ? undefined : part,
    although_paid: althoughPaid,
    dated_today: datedToday === true ? "true" : undefined,
  });

export const previewResults = (accountId: string, csv: string): Promise<ImportResponse> =>
  postCsv(accountPath(accountId, "payout-imports", "preview"), csv);
export const importResults = (accountId: string, csv: string): Promise<ImportResponse> =>
  postCsv(accountPath(accountId, "payout-imports"), csv);
