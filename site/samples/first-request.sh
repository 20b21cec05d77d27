curl -H "Authorization: Bearer $API_KEY" "$BASE_URL/projects"
