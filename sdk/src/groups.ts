import { as, done, READ, whenAlready } from "./calls.ts";
import type { GroupPatch, NewGroup } from "./requests.ts";
import type { Group } from "./resources.ts";
import type { CallOptions, Transport } from "./transport.ts";

interface InCampaign {
  readonly campaign_id: string;
}
interface OneGroup extends InCampaign {
  readonly group_id: string;
}

export interface Groups {
  /** All groups of a campaign, by name. */
  list(query: InCampaign, options?: CallOptions): Promise<Group[]>;
  /** Not retried when its outcome is unknown: the name would be taken. */
  create(group: InCampaign & NewGroup, options?: CallOptions): Promise<Group>;
  update(patch: OneGroup & GroupPatch, options?: CallOptions): Promise<Group>;
  /** Its affiliates fall back to the campaign's plan. */
  delete(group: OneGroup, options?: CallOptions): Promise<void>;
}

export function groupsOver(send: Transport): Groups {
  const pathOf = (campaign: string, ...more: string[]) => ["campaigns", campaign, "groups", ...more];
  const one = async (answer: Promise<object>): Promise<Group> => (await as<{ group: Group }>(answer)).group;
  return {
    list: async ({ campaign_id: id }, options) =>
      (await as<{ groups: Group[] }>(send({ ...READ, path: pathOf(id) }, options))).groups,
    create: ({ campaign_id: id, ...body }, options) =>
      one(send({ method: "POST", path: pathOf(id), body, repeatable: false }, options)),
    update: ({ campaign_id: id, group_id: group, ...body }, options) =>
      one(send({ method: "PATCH", path: pathOf(id, group), body, repeatable: true }, options)),
    delete: ({ campaign_id: id, group_id: group }, options) => {
      const recover = whenAlready("group_not_found");
      return done(send({ method: "DELETE", path: pathOf(id, group), repeatable: true, recover }, options));
    },
  };
}
