/** Settings that are read and changed as one object, each with its path. */
import type { RoutedRequest } from "../router.ts";
import { complete } from "./complete.ts";
import { forget, type Item, keep, maybeKeptAt, placed } from "./kept.ts";
import { componentNamed } from "./spec.ts";

const BRANCH = "/projects/{project_id}/branches/{branch_id}";

/** The schema of the settings under each path. */
const SETTINGS = {
  maskingRules: [`${BRANCH}/masking_rules`, "MaskingRulesResponse"],
  backupSchedule: [`${BRANCH}/backup_schedule`, "BackupSchedule"],
  spendingLimit: ["/organizations/{org_id}/billing/spending_limit", "SpendingLimitResponse"],
  emailAndPassword: [`${BRANCH}/auth/email_and_password`, "NeonAuthEmailAndPasswordConfig"],
  emailProvider: [`${BRANCH}/auth/email_provider`, "NeonAuthEmailServer"],
  allowLocalhost: [`${BRANCH}/auth/allow_localhost`, "NeonAuthAllowLocalhostResponse"],
  organizationPlugin: [`${BRANCH}/auth/plugins/organization`, "NeonAuthOrganizationConfig"],
  magicLinkPlugin: [`${BRANCH}/auth/plugins/magic-link`, "NeonAuthMagicLinkConfig"],
  phoneNumberPlugin: [`${BRANCH}/auth/plugins/phone-number`, "NeonAuthPhoneNumberConfig"],
  authConfig: [`${BRANCH}/auth/config`, "NeonAuthConfigResponse"],
  webhooks: [`${BRANCH}/auth/webhooks`, "NeonAuthWebhookConfig"],
} as const;

export type SettingsName = keyof typeof SETTINGS;

/** The handlers of one settings object. */
export function settings(name: SettingsName) {
  const [at, schema] = SETTINGS[name];
  const read = ({ world, path }: Pick<RoutedRequest, "world" | "path">) =>
    complete(componentNamed(schema), maybeKeptAt(world, placed(at, path)) ?? START[name], {
      world,
      path,
    }) as Item;
  return {
    get: read,
    change(request: RoutedRequest) {
      const { world, path, body } = request;
      keep(world, placed(at, path), { ...read(request), ...body });
      return read(request);
    },
    remove({ world, path }: RoutedRequest) {
      forget(world, placed(at, path));
      return {};
    },
  };
}

/** Settings at the start, where the schema's own values are not enough. */
const START: Partial<Record<SettingsName, Item>> = {
  emailProvider: { type: "shared" },
  spendingLimit: { spending_limit_cents: null },
};
