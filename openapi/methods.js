/** The methods that OpenAPI allows in a path item. */
export const METHODS = ["get", "put", "post", "patch", "delete", "head", "options", "trace"];
