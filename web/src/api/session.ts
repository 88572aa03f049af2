import { queryOptions } from "@tanstack/react-query";
import type {
  AskResetBody,
  BothProofsBody,
  ConfirmSetUpBody,
  ConfirmSignUpBody,
  Done,
  NameBody,
  PasswordBody,
  PersonResponse,
  RecoveryCodesResponse,
  ResetBody,
  SecondFactorResponse,
  SecondStepBody,
  SessionsResponse,
  SetUpResponse,
  SetUpBody,
  SignInResponse,
  SignInBody,
  SignUpResponse,
  SignUpBody,
  SignUpStepResponse,
  VerificationBody,
} from "tributary-sdk/pages";
import { get, post, put, remove } from "./http.ts";
import { worldPath } from "./world.ts";

const PATH = `${worldPath}/api/session`;
const WHO_AM_I_FRESH_MS = 60_000;

export const personQuery = queryOptions({
  queryKey: ["person"],
  queryFn: ({ signal }) => get<PersonResponse>(PATH, {}, signal),
  staleTime: WHO_AM_I_FRESH_MS,
});
export const signUpQuery = queryOptions({
  queryKey: ["sign-up"],
  queryFn: ({ signal }) => get<SignUpResponse>(`${PATH}/signup`, {}, signal),
});
export const sessionsQuery = queryOptions({
  queryKey: ["sessions"],
  queryFn: ({ signal }) => get<SessionsResponse>(`${PATH}/list`, {}, signal),
});

export const signIn = (body: SignInBody): Promise<SignInResponse> => post(PATH, body);
export const completeSignIn = (body: SecondStepBody): Promise<PersonResponse> => post(`${PATH}/code`, body);
export const signUp = (body: SignUpBody): Promise<SignUpStepResponse> => post(`${PATH}/signup`, body);
export const confirmSignUp = (body: ConfirmSignUpBody): Promise<PersonResponse> => post(`${PATH}/signup/confirm`, body);
export const signOut = (): Promise<Done> => remove(PATH);
export const changePassword = (body: PasswordBody): Promise<Done> => post(`${PATH}/password`, body);
export const renameSelf = (body: NameBody): Promise<PersonResponse> => put(`${PATH}/name`, body);
export const endSession = (id: string): Promise<Done> => remove(`${PATH}/list/${encodeURIComponent(id)}`);

const SECOND_FACTOR = `${PATH}/second-factor`;
export const secondFactorQuery = queryOptions({
  queryKey: ["second-factor"],
  queryFn: ({ signal }) => get<SecondFactorResponse>(SECOND_FACTOR, {}, signal),
});
export const beginSetUp = (body: SetUpBody): Promise<SetUpResponse> => post(`${SECOND_FACTOR}/setup`, body);
export const confirmSetUp = (body: ConfirmSetUpBody): Promise<RecoveryCodesResponse> =>
  post(`${SECOND_FACTOR}/confirm`, body);
export const renewRecoveryCodes = (body: BothProofsBody): Promise<RecoveryCodesResponse> =>
  post(`${SECOND_FACTOR}/recovery-codes`, body);
export const turnOffSecondFactor = (body: BothProofsBody): Promise<Done> => remove(SECOND_FACTOR, body);

export const askForReset = (body: AskResetBody): Promise<Done> => post(`${PATH}/reset`, body);
export const resetPassword = (token: string, body: ResetBody): Promise<Done> =>
  post(`${PATH}/reset/${encodeURIComponent(token)}`, body);
export const sendAddressCode = (): Promise<Done> => post(`${PATH}/verification`);
export const confirmAddress = (body: VerificationBody): Promise<Done> => post(`${PATH}/verification/confirm`, body);
